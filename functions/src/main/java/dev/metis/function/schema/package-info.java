/** The validator of JSON values that use cases ask through the port {@link dev.metis.port.SchemaValidator}: tool arguments, bodies of the API, scripts. */
@NullMarked
package dev.metis.function.schema;

import org.jspecify.annotations.NullMarked;
