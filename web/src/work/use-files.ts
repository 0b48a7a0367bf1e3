import { filesPath, type UploadedFile } from '@rumbo/contract/work.contract'
import { useMemo } from 'react'
import { useClient } from '../app/client-context.tsx'

export interface Files {
  /** Sends a file under its name; throws what a call throws. */
  uploadFile: (file: File, signal?: AbortSignal) => Promise<UploadedFile>
  /** Fetches a file and hands it to the browser's downloads under the name. */
  downloadFile: (fileId: string, name: string) => Promise<void>
}

/** Hands bytes to the browser's downloads. */
export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads the bytes after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Uploads and downloads of the person's own files. */
export function useFiles(): Files {
  const { transfer } = useClient()
  return useMemo(
    () => ({
      uploadFile: async (file, signal) => {
        const path = `${filesPath}?name=${encodeURIComponent(file.name)}`
        const answer = await transfer(path, { method: 'POST', body: file, signal })
        return JSON.parse(await answer.text()) as UploadedFile
      },
      downloadFile: async (fileId, name) => {
        saveBlob(await transfer(`${filesPath}/${encodeURIComponent(fileId)}`, { method: 'GET' }), name)
      },
    }),
    [transfer],
  )
}
