/** Jest loads this by `require`, which the module hooks do not reach. */
// biome-ignore lint/style/noDefaultExport: Jest takes the teardown from the default export.
export default async () => (await import('../global-teardown.ts')).default();
