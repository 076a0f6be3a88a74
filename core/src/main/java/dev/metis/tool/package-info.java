/** Tool definitions, calls and receipts, and the gate that every call passes. Turns propose calls; executors run what the gate lets through. */
@NullMarked
package dev.metis.tool;

import org.jspecify.annotations.NullMarked;
