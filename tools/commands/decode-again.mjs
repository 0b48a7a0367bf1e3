// npm run decode-again: decodes kept device messages again, with the decoders of this version.
import { prepare, root } from '../prepare/prepare.mjs'

await prepare({ programs: ['dist/tools/decode-again.mjs'] })
const { decodeAgainCommand } = await import(`${root}dist/tools/decode-again.mjs`)
await decodeAgainCommand()
