/** Jest loads this by `require`, which the module hooks do not reach. */
// biome-ignore lint/style/noDefaultExport: Jest takes the setup from the default export.
export default async () => (await import('../global-setup.ts')).default();
