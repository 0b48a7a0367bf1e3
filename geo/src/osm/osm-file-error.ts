export const osmFileCodes = [
  'region_not_extract',
  'region_compressed',
  'region_truncated',
  'region_unsorted',
  'region_unsupported',
  'region_broken',
  'region_too_large',
  'region_no_roads',
] as const
export type OsmFileCode = (typeof osmFileCodes)[number]

/** The file cannot be built into a region; `message` is a sentence with the reason and what to do. */
export class OsmFileError extends Error {
  override readonly name = 'OsmFileError'
  readonly code: OsmFileCode

  constructor(code: OsmFileCode, sentence: string) {
    super(sentence)
    this.code = code
  }
}
