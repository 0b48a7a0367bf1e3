/** A picture without what cameras and programs note in it: place, time, device, names, comments, previews. */
export interface Picture {
  content: Buffer
  /** In pixels, as stored: a picture that is turned has them the other way round. */
  width: number
  height: number
}
