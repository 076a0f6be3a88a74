/** Requests to people: approvals of calls, questions and their answers. Calls wait for them; decisions come from the API. */
@NullMarked
package dev.metis.approval;

import org.jspecify.annotations.NullMarked;
