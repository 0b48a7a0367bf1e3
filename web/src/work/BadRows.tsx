import DownloadRounded from '@mui/icons-material/DownloadRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { BadRow } from '@rumbo/contract/work.contract'
import { problemParams } from '@rumbo/i18n/problem-params'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { boxLook } from '../ui/card-look.ts'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { badRowReason, badRowsCsv, needsHint } from './import.rules.ts'
import { saveBlob } from './use-files.ts'

/** Up to this many rows all are rendered; beyond, only visible ones. */
const maxWholeRows = 60
const rowHeightPixels = 64
const grid = {
  display: 'grid',
  gridTemplateColumns: { xs: '36px 1fr 1.5fr 0.8fr', sm: '64px 1fr 1.6fr 1.2fr' },
  gap: '10px',
  px: '12px',
} as const
const clipped = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', minWidth: 0 } as const

interface BadRowsProps {
  title: string
  rows: readonly BadRow[]
  /** The label of a field; null if the import does not know it. */
  nameOf: (field: string) => string | null
  /** The format of a field's values; null if it is obvious. */
  hintOf: (field: string) => string | null
}

/** Every refused row of an import with place, value and reason, with a download as a file. */
export function BadRows({ title, rows, nameOf, hintOf }: BadRowsProps) {
  const { t } = useText()
  const scroller = useRef<HTMLDivElement>(null)
  const isWhole = rows.length <= maxWholeRows
  const virtual = useVirtualizer({
    count: isWhole ? 0 : rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeightPixels,
    overscan: 10,
  })
  const words = ({ field, code }: BadRow) => {
    const known = badRowReason({ code })
    const reason = known === null ? t('work.import.code.other', { code }) : t(known, problemParams())
    const hint = field !== null && needsHint({ code }) ? hintOf(field) : null
    return {
      field: field === null ? '' : (nameOf(field) ?? field),
      reason: hint === null ? reason : `${reason}. ${hint}`,
    }
  }
  const headings = [
    t('work.import.row'),
    t('work.import.field'),
    t('work.import.reason'),
    t('work.import.value'),
  ] as const

  const download = () => {
    const csv = new Blob([badRowsCsv(rows, headings, words)], { type: 'text/csv;charset=utf-8' })
    saveBlob(csv, t('work.import.badFile'))
  }
  const line = (row: BadRow, at: number, start?: number) => {
    const { field, reason } = words(row)
    const isVirtual = start !== undefined
    return (
      <Box
        key={at}
        role="row"
        aria-rowindex={at + 2}
        sx={{
          ...grid,
          alignItems: 'center',
          minHeight: rowHeightPixels,
          py: '6px',
          borderTop: `1px solid ${token('line')}`,
          position: isVirtual ? 'absolute' : undefined,
          top: start,
          left: isVirtual ? 0 : undefined,
          right: isVirtual ? 0 : undefined,
          height: isVirtual ? rowHeightPixels : undefined,
        }}
      >
        <Box role="cell" sx={{ fontWeight: 620 }}>
          {row.row}
        </Box>
        <Box role="cell" sx={{ ...clipped, whiteSpace: 'normal' }} title={field}>
          {field || '—'}
        </Box>
        <Box
          role="cell"
          title={reason}
          sx={{
            ...clipped,
            whiteSpace: 'normal',
            lineHeight: '17px',
            maxHeight: isVirtual ? rowHeightPixels - 12 : undefined,
          }}
        >
          {reason}
        </Box>
        <Box role="cell" sx={{ ...clipped, color: token('textSoft') }} title={row.value ?? ''}>
          {row.value ?? '—'}
        </Box>
      </Box>
    )
  }
  return (
    <Box sx={{ display: 'grid', gap: '10px' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px' }}>
        <Box component="h3" sx={{ typography: 'h3', m: 0, flex: 1 }}>
          {title}
        </Box>
        <Button size="small" startIcon={<DownloadRounded />} onClick={download}>
          {t('work.import.downloadBad')}
        </Button>
      </Box>
      <Box
        role="table"
        aria-label={title}
        aria-rowcount={rows.length + 1}
        sx={{
          ...boxLook,
          overflow: 'hidden',
          typography: 'body2',
        }}
      >
        <Box role="row" aria-rowindex={1} sx={{ ...grid, py: '8px', typography: 'subtitle2' }}>
          {headings.map((heading) => (
            <Box role="columnheader" key={heading}>
              {heading}
            </Box>
          ))}
        </Box>
        <Box ref={scroller} role="rowgroup" tabIndex={0} sx={{ maxHeight: 260, overflowY: 'auto' }}>
          <Box sx={{ position: 'relative', height: isWhole ? undefined : virtual.getTotalSize() }}>
            {isWhole
              ? rows.map((row, at) => line(row, at))
              : virtual.getVirtualItems().map(({ index, start }) => {
                  const row = rows[index]
                  return row ? line(row, index, start) : null
                })}
          </Box>
        </Box>
      </Box>
    </Box>
  )
}
