package dev.metis.function.api;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** All routes. No two have the same method and path, or the same id. */
record RouteTable(List<Route> routes) {
    RouteTable {
        routes = List.copyOf(routes);
        Set<String> seen = new HashSet<>();
        for (Route route : routes) {
            if (!seen.add(route.verb() + " " + route.path().instance()) || !seen.add(route.id())) {
                throw new IllegalArgumentException("a second route " + route.id() + " " + route.path());
            }
        }
    }

    /** What the table has for a path, whatever the method. */
    List<Match> at(List<String> path) {
        List<Match> found = new ArrayList<>();
        for (Route route : routes) {
            route.path().match(path).ifPresent(names -> found.add(new Match(route, names)));
        }
        return found;
    }

    /** A route that fits a path, with the path's named parts. */
    record Match(Route route, Map<String, String> names) {}
}
