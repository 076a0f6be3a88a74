/**
 * (1) (8) The server of the one machine: Jetty on virtual threads maps HTTP to the records of the API, serves the web
 * client, and pushes events over WebSockets. Events come from the change feed through one hub, which also wakes event
 * streams and long polls.
 */
@NullMarked
package dev.metis.local.server;

import org.jspecify.annotations.NullMarked;
