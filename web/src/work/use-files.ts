import { filesPath } from '@rumbo/contract/work.contract'
import { useMemo } from 'react'
import { useClient } from '../app/client-context.tsx'

export interface Files {
  /** Fetches a file and saves it under this name in the browser's downloads. */
  downloadFile: (fileId: string, name: string) => Promise<void>
}

/** Saves bytes in the browser's downloads. */
export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads the bytes after the current task.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Downloads the user's own files. */
export function useFiles(): Files {
  const { transfer } = useClient()
  return useMemo(
    () => ({
      downloadFile: async (fileId, name) => {
        saveBlob(await transfer(`${filesPath}/${encodeURIComponent(fileId)}`, { method: 'GET' }), name)
      },
    }),
    [transfer],
  )
}
