// What is heard of each action.
export const sounds: Record<string, string> = {
  move: "step", step: "slide", attack: "sword", hit: "hit", destroy: "kill", take: "gain", leave: "leap", strike: "bash", hurt: "hurt", die: "rout", fail: "waver",
  time_out: "drum", run_out: "drum",
};
