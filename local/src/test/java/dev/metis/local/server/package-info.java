/** The server, tried over real HTTP and WebSockets on the loopback interface. */
@NullMarked
package dev.metis.local.server;

import org.jspecify.annotations.NullMarked;
