/**
 * (1) The public interface: one table of routes, from which requests are served, OpenAPI is generated and access is
 * tested. Requests come in as records that a runtime makes of its own (Jetty, API Gateway), go to the use cases of the
 * core, and leave as records again; no vendor type is in sight.
 */
@NullMarked
package dev.metis.function.api;

import org.jspecify.annotations.NullMarked;
