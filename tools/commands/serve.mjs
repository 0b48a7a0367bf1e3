// npm run serve: installs and builds what is outdated, then runs Rumbo for production.
import { prepare, root } from '../prepare/prepare.mjs'

await prepare({
  programs: [
    'dist/server/main.mjs',
    'dist/server/region-builder.mjs',
    'dist/server/roads-engine.mjs',
    'dist/server/dispatch-round.mjs',
    'dist/server/plan-routes.mjs',
    'dist/server/pdf-writer.mjs',
    'dist/server/fence-reader.mjs',
    'dist/server/workbook-reader.mjs',
    'dist/tools/serve.mjs',
  ],
  web: true,
})
process.setSourceMapsEnabled(true)
await import(`${root}dist/tools/serve.mjs`)
