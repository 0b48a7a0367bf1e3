import { asciiBytes } from '../bytes.ts'
import { joinBytes } from '../stream.ts'
import { testCaptures } from '../testing/captures.ts'
import { gps103 } from './gps103.ts'

const separator = asciiBytes(';')

testCaptures(gps103, {
  file: 'gps103.json',
  atLeast: 54,
  // About half were written down without the separator that ended them.
  complete: (bytes) => (bytes.at(-1) === 0x3b || bytes.at(-1) === 0x2a ? bytes : joinBytes(bytes, separator)),
  understoodOtherwise: {
    '696d65693a3031323439373030303230383832312c747261636b65722c313330313037323232342c2c462c3134323431312e303737':
      'Its longitude has no hemisphere, so the place may be on either side of Greenwich.',
  },
})
