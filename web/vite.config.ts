/// <reference types="vitest/config" />
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const server = process.env["METIS_DEV_SERVER"] ?? "http://127.0.0.1:8080";

export default defineConfig({
  plugins: [react()],
  build: {
    target: "es2023",
    sourcemap: false,
    // Everything is a file of its own: the page's policy allows data: only for small pictures and fonts.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
  },
  server: { host: "127.0.0.1", proxy: { "/v1": { target: server, ws: true } } },
  test: {
    environment: "jsdom",
    include: ["src/**/*.test.{ts,tsx}", "scripts/**/*.test.ts"],
    setupFiles: ["src/testing/setup.ts"],
    restoreMocks: true,
  },
});
