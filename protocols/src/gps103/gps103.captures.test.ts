import { testCaptures } from '../testing/captures.ts'
import { gps103 } from './gps103.ts'

testCaptures(gps103, {
  file: 'gps103.json',
  atLeast: 54,
  understoodOtherwise: {
    '696d65693a3031323439373030303230383832312c747261636b65722c313330313037323232342c2c462c3134323431312e303737':
      'Its longitude has no hemisphere, so the place may be on either side of Greenwich.',
  },
})
