import { describe, expect, it } from 'vitest'
import { mask, maskedText, type Parameters, partSecrets } from './commands.rules.ts'

describe('passwords among parameters', () => {
  it('are parted from what people may read, also within an address', () => {
    const url = 'ftp://taller:s3cr@to@fw.example/f.bin'
    expect(partSecrets({ url })).toEqual({
      shown: { url: `ftp://taller:${mask}@fw.example/f.bin` },
      secrets: { url },
    })
    expect(partSecrets({ apn: 'internet', password: 'p' })).toEqual({
      shown: { apn: 'internet', password: mask },
      secrets: { password: 'p' },
    })
    const plainOnes: Parameters[] = [
      { url: 'https://fw.example:8080/a@b:c/f.bin' },
      { url: 'https://fw.example/f.bin?at=a:b@c' },
      { apn: 'internet', password: '' },
    ]
    for (const plain of plainOnes) expect(partSecrets(plain)).toEqual({ shown: plain, secrets: null })
  })

  it('are masked wherever the text that is sent repeats them', () => {
    expect(maskedText('APN,a,b,geheim# geheim', ['geheim', ''])).toBe(`APN,a,b,${mask}# ${mask}`)
  })
})
