/**
 * The program inside a sandbox: it fetches commands from the gateway, works on the files of the workspace, has commands started in a
 * sandbox of their own by the starter outside, streams output, and publishes workspace versions before it posts results. It trusts
 * nothing that lies in the workspace; it holds the gateway token, which no command ever sees. Plain Java, few classes: it starts with
 * every sandbox.
 */
@NullMarked
package dev.metis.executor;

import org.jspecify.annotations.NullMarked;
