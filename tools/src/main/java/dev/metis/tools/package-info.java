/**
 * The catalogue of tools: what a model may be offered, in words and schemas written for it. Manifests pick from here;
 * executors elsewhere do the work, except for the few tools that run inline.
 */
@NullMarked
package dev.metis.tools;

import org.jspecify.annotations.NullMarked;
