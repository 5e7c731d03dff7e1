// What is heard of each action.
export const sounds: Record<string, string> = {
  walk: "step", step: "march", leap: "leap", slide: "slide", roll: "slide", "push-away": "slide", push_away: "slide", push: "bash",
  bash: "bash", smash: "bash", crush: "kill", throw: "throw", land_spear: "stab", take_spear: "gain", take_fleece: "gain", gain: "gain",
  stab: "stab", lunge: "lunge", deep_lunge: "lunge", stun: "stun", kill: "kill", hit: "hurt", burn: "fire", strike: "sword",
  shoot: "arrow", beam: "magic", lob: "bomb", explode: "blast", pray: "revive", surge: "revive", regenerate: "revive",
  descend: "march", die: "rout", win: "end",
};
