package dev.metis.port;

/** The only source of ids and randomness. */
public interface IdSource {
    /** A new ULID: 26 characters of Crockford base 32 in upper case, increasing within one process. */
    String ulid();

    /** Unguessable bytes from a cryptographic source. */
    byte[] secret(int bytes);
}
