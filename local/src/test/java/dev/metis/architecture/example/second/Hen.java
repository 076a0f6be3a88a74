package dev.metis.architecture.example.second;

import dev.metis.architecture.example.first.Egg;

/** Needs the egg. */
public record Hen(Egg origin) {}
