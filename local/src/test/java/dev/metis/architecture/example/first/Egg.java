package dev.metis.architecture.example.first;

import dev.metis.architecture.example.second.Hen;

/** Needs the hen. */
public record Egg(Hen layer) {}
