import type { AttachmentType } from '@rumbo/contract/communication.attachments.contract'

const ascii = (bytes: Buffer, at: number, length: number) => bytes.toString('latin1', at, at + length)

/** What a file is by its bytes, whatever its name says; null for anything that is not accepted. */
export function sniff(bytes: Buffer): AttachmentType | null {
  if (bytes.length < 16) return null
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg'
  if (ascii(bytes, 0, 8) === '\x89PNG\r\n\x1a\n' && ascii(bytes, 12, 4) === 'IHDR') return 'image/png'
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 4) === 'WEBP') return 'image/webp'
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 4) === 'WAVE') return 'audio/wav'
  if (ascii(bytes, 0, 5) === '%PDF-') return 'application/pdf'
  if (ascii(bytes, 0, 4) === 'OggS') return 'audio/ogg'
  // A recording; pictures such as HEIC and AVIF begin alike, with other brands.
  if (ascii(bytes, 4, 4) === 'ftyp' && /^(M4A |mp4|iso|dash)/.test(ascii(bytes, 8, 4))) return 'audio/mp4'
  if (bytes.readUInt32BE(0) === 0x1a45dfa3 && bytes.subarray(0, 64).includes('webm')) return 'audio/webm'
  if (ascii(bytes, 0, 3) === 'ID3' || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe6) === 0xe2)) return 'audio/mpeg'
  return null
}
