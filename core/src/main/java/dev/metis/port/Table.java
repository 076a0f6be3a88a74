package dev.metis.port;

/** The tables of the data model. */
public enum Table {
    /** Everything that is read by key. */
    MAIN("metis"),
    /** Run events: append-only, high volume. */
    EVENTS("metis-events");

    private final String tableName;

    Table(String tableName) {
        this.tableName = tableName;
    }

    public String tableName() {
        return tableName;
    }
}
