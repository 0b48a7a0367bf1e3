import { asciiBytes } from '../bytes.ts'
import { joinBytes } from '../stream.ts'
import { testCaptures } from '../testing/captures.ts'
import { meitrack } from './meitrack.ts'

testCaptures(meitrack, {
  file: 'meitrack.json',
  atLeast: 31,
  // The texts were written down without the line end.
  complete: (bytes) => (bytes.at(-1) === 0x0a ? bytes : joinBytes(bytes, asciiBytes('\r\n'))),
})
