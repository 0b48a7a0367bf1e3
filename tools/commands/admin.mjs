// npm run admin -- list|reset|unlock|replace-secret: for administrators who cannot sign in.
import { prepare, root } from '../prepare/prepare.mjs'

await prepare({ programs: ['dist/tools/admin.mjs'] })
const { adminCommand } = await import(`${root}dist/tools/admin.mjs`)
process.exitCode = await adminCommand(process.argv.slice(2))
