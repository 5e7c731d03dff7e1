"""Training a network for a task: PPO in torch, on a processor or a GPU.

torch is not needed for anything else. What can be read without it (settings, logs, plots, checkpoints) does
not import it; `assemble`, which does, is imported by those who train.
"""
