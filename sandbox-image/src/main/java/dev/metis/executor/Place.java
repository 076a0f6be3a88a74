package dev.metis.executor;

import java.util.List;

/** A place in the workspace: plain names from its root, without links and dots. Empty: the workspace itself. */
record Place(List<String> names) {
    Place {
        names = List.copyOf(names);
    }

    boolean isRoot() {
        return names.isEmpty();
    }

    String name() {
        return names.getLast();
    }

    Place parent() {
        return new Place(names.subList(0, names.size() - 1));
    }

    /** Relative to the workspace, with slashes. */
    String path() {
        return isRoot() ? "." : String.join("/", names);
    }

    String shown() {
        return Names.shown(path());
    }
}
