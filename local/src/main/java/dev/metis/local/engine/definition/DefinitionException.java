package dev.metis.local.engine.definition;

/** A definition was refused; the message starts with the JSON pointer of what is wrong. */
public final class DefinitionException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String pointer;

    public DefinitionException(String pointer, String problem) {
        super(pointer + ": " + problem);
        this.pointer = pointer;
    }

    /** Where in the file, as an RFC 6901 pointer; empty for the whole file. */
    public String pointer() {
        return pointer;
    }
}
