// npm start: installs and builds what is outdated, then runs Rumbo with the demo.
import { prepare, root } from '../prepare/prepare.mjs'

console.log('Rumbo')
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
    'dist/simulator/main.mjs',
    'dist/tools/start-demo.mjs',
  ],
  web: true,
})
process.setSourceMapsEnabled(true)
await import(`${root}dist/tools/start-demo.mjs`)
