/**
 * Chat Completions, the wire that OpenAI, Ollama, vLLM, llama.cpp, LM Studio, LiteLLM and many gateways speak: one codec
 * for all of them. A request becomes a body, the bytes of the answer become canonical events, and every odd habit of a
 * server is met here and nowhere else.
 */
@NullMarked
package dev.metis.providers.compatible;

import org.jspecify.annotations.NullMarked;
