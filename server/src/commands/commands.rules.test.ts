import { describe, expect, it } from 'vitest'
import { mask, maskedText, maskIdentifiers, type Parameters, partSecrets } from './commands.rules.ts'

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
    expect(maskedText('PWD,1234,123456#', ['1234', '123456'])).toBe(`PWD,${mask},${mask}#`)
  })
})

it.each([
  ['IMEI:356307042441013;OK', `IMEI:${mask};OK`],
  ['ICCID=8952020000000000001F VIN 3N1CN7AD5KL812345', `ICCID=${mask} VIN ${mask}`],
  ['Battery:4.1V,NORMAL; GPS:Successful positioning; Lat:19.432608 Lon:-99.133209', null],
])('identifiers in the answer %j are masked, and nothing else', (answer, masked) => {
  expect(maskIdentifiers(answer, [])).toBe(masked ?? answer)
})

it('masks what the vehicle is known by, however short or written', () => {
  const known = ['tel-12', '12', '+52 55 (77)', null, '']
  expect(maskIdentifiers('ID:TEL-12;SIM:+52 55 (77);V=12.4;OK', known)).toBe(
    `ID:${mask};SIM:${mask};V=${mask}.4;OK`,
  )
})
