// npm run backup [file]: everything of the database in one file, while people go on working.
import { prepare, root } from './prepare.mjs'

await prepare({ programs: ['dist/tools/keep.mjs'] })
const { backupCommand } = await import(`${root}dist/tools/keep.mjs`)
await backupCommand(process.argv[2])
