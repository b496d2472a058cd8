// @ts-check
// Loaded into every process the launcher starts (node --import): when the launcher is killed with -9 it can stop nobody,
// but the kernel closes its end of the channel.
process.once('disconnect', () => process.exit(1));
process.channel?.unref();
