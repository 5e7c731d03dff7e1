import { ask, json } from "../../../lib/api";
import type { Listed, Looked, ModuleInfo } from "./types";

export const api = {
  armies: async (): Promise<Listed[]> => (await ask("/api/armies")).json(),
  army: async (name: string): Promise<Looked> => (await ask(`/api/armies/${encodeURIComponent(name)}`)).json(),
  modules: async (): Promise<ModuleInfo[]> => (await ask("/api/modules")).json(),
  check: async (given: { text: string } | { table: unknown }): Promise<Looked> =>
    (await ask("/api/armies/check", null, { method: "POST", headers: json, body: JSON.stringify(given) })).json(),
};
