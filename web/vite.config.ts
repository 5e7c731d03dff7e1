import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The built page lives inside the Python package and is served from there.
export default defineConfig({
  plugins: [svelte()],
  build: { outDir: "../hoplon/server/page", emptyOutDir: true, target: "es2022", modulePreload: { polyfill: false } },
  server: { fs: { allow: [".."] }, proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
});
