package dev.metis.architecture;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.List;

/**
 * The places where a forbidden thing is right, each with its reason. A name stands for the class and those nested in it; a name
 * that ends with a dot stands for a package and those below it.
 */
record Exceptions(List<Place> places) {

    Exceptions {
        places = List.copyOf(places);
    }

    record Place(String name, String reason) {
        boolean holds(JavaClass type) {
            return name.endsWith(".")
                    ? type.getName().startsWith(name)
                    : type.getName().equals(name) || type.getName().startsWith(name + "$");
        }
    }

    static Exceptions none() {
        return new Exceptions(List.of());
    }

    Exceptions and(String name, String reason) {
        List<Place> more = new java.util.ArrayList<>(places);
        more.add(new Place(name, reason));
        return new Exceptions(more);
    }

    DescribedPredicate<JavaClass> elsewhere() {
        return DescribedPredicate.describe(
                "are not listed as an exception", type -> places.stream().noneMatch(place -> place.holds(type)));
    }
}
