/** The longest side of a stored photo, in pixels: a label stays legible. */
const longestSide = 1280

const base64Of = (address: string) => address.slice(address.indexOf(',') + 1)

/** The picture's content in base64; `type` is a type of image. */
export const contentOf = (canvas: HTMLCanvasElement, type: 'image/jpeg' | 'image/png'): string =>
  base64Of(canvas.toDataURL(type, 0.72))

async function drawn(file: Blob): Promise<HTMLCanvasElement> {
  const image = await createImageBitmap(file)
  const scale = Math.min(1, longestSide / Math.max(image.width, image.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(image.width * scale)
  canvas.height = Math.round(image.height * scale)
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  image.close()
  return canvas
}

/** A photo as a JPEG of at most 1280 pixels, in base64. @throws Error where the file is no image */
export const photoContent = async (file: Blob): Promise<string> => contentOf(await drawn(file), 'image/jpeg')

/** A photo as a JPEG of at most 1280 pixels. @throws Error where the file is no image */
export async function photoBlob(file: Blob): Promise<Blob> {
  const canvas = await drawn(file)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No picture'))), 'image/jpeg', 0.72),
  )
}
