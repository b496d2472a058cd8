// @ts-check
// Loaded into every child (node --import): the kernel closes the channel when the launcher dies, even by -9.
process.once('disconnect', () => process.exit(1));
process.channel?.unref();
