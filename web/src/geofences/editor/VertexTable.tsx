import AddRounded from '@mui/icons-material/AddRounded'
import ArrowDownwardRounded from '@mui/icons-material/ArrowDownwardRounded'
import ArrowUpwardRounded from '@mui/icons-material/ArrowUpwardRounded'
import ChevronLeftRounded from '@mui/icons-material/ChevronLeftRounded'
import ChevronRightRounded from '@mui/icons-material/ChevronRightRounded'
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import { formatNumber } from '@rumbo/i18n/formats'
import { useEffect, useState } from 'react'
import { readCoordinates } from '../../places/coordinates.ts'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import type { DraftAction, DraftState } from './shape-draft.rules.ts'
import { VertexField } from './VertexField.tsx'

interface VertexTableProps {
  state: DraftState
  isLocked: boolean
  dispatch: (action: DraftAction) => void
}

/** A shape may have 10,000 vertices: they are shown in pages. */
const pageSize = 20

/** The coordinates of a shape: the same as drawing it, with the keyboard and for screen readers. */
export function VertexTable({ state, isLocked, dispatch }: VertexTableProps) {
  const { t, language } = useText()
  const [page, setPage] = useState(0)
  const { draft, chosen, done } = state
  const { kind, vertices } = draft
  const total = vertices.length
  const last = Math.max(0, Math.ceil(total / pageSize) - 1)
  const shownPage = Math.min(page, last)
  const from = shownPage * pageSize
  const rows = vertices.slice(from, from + pageSize)
  const wantedAt = chosen ?? (done?.what === 'added' ? done.at : null)
  const wantedPage = wantedAt === null ? null : Math.floor(wantedAt / pageSize)
  // The page of the vertex that was selected on the map, or has just been added.
  useEffect(() => {
    if (wantedPage !== null) setPage(wantedPage)
  }, [wantedPage])
  const isCircle = kind === 'circle'
  const isFull = isCircle && total > 0
  return (
    <Box
      component="section"
      aria-label={t('fenceEditor.vertices')}
      sx={{ display: 'grid', gap: '8px', minWidth: 0 }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: '8px', minHeight: 36 }}>
        <Box component="h3" sx={{ typography: 'h3', m: 0 }}>
          {t('fenceEditor.vertices')}
        </Box>
        <Box sx={{ typography: 'body2', color: token('textSoft') }}>
          {total > pageSize
            ? t('fenceEditor.vertices.range', {
                from: formatNumber(language, from + 1),
                to: formatNumber(language, from + rows.length),
                total: formatNumber(language, total),
              })
            : total > 0 && t('fenceEditor.vertices.count', { count: total })}
        </Box>
        {last > 0 && (
          <Box sx={{ ml: 'auto', display: 'flex' }}>
            <IconButton
              aria-label={t('fenceEditor.vertices.previous')}
              disabled={shownPage === 0}
              onClick={() => setPage(shownPage - 1)}
            >
              <ChevronLeftRounded />
            </IconButton>
            <IconButton
              aria-label={t('fenceEditor.vertices.next')}
              disabled={shownPage === last}
              onClick={() => setPage(shownPage + 1)}
            >
              <ChevronRightRounded />
            </IconButton>
          </Box>
        )}
      </Box>
      {total === 0 && (
        <Box sx={{ typography: 'body2', color: token('textSoft') }}>{t('fenceEditor.vertices.none')}</Box>
      )}
      <Box
        component="ol"
        start={from + 1}
        sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: '12px' }}
      >
        {rows.map((_, index) => {
          const at = from + index
          const number = at + 1
          return (
            <Box component="li" key={at} sx={{ display: 'flex', alignItems: 'flex-start', gap: '2px' }}>
              <VertexField
                label={isCircle ? t('fenceEditor.vertices.centre') : t('fenceEditor.vertices.at', { number })}
                draft={draft}
                at={at}
                isChosen={at === chosen}
                isLocked={isLocked}
                dispatch={dispatch}
              />
              {!isLocked && (
                <>
                  {!isCircle && (
                    <>
                      <IconButton
                        aria-label={t('fenceEditor.vertices.up', { number })}
                        disabled={at === 0}
                        onClick={() => dispatch({ type: 'reorder', from: at, to: at - 1 })}
                      >
                        <ArrowUpwardRounded />
                      </IconButton>
                      <IconButton
                        aria-label={t('fenceEditor.vertices.down', { number })}
                        disabled={at === total - 1}
                        onClick={() => dispatch({ type: 'reorder', from: at, to: at + 1 })}
                      >
                        <ArrowDownwardRounded />
                      </IconButton>
                    </>
                  )}
                  <IconButton
                    aria-label={t('fenceEditor.vertices.remove', { number })}
                    onClick={() => dispatch({ type: 'remove', at })}
                  >
                    <DeleteOutlineRounded />
                  </IconButton>
                </>
              )}
            </Box>
          )
        })}
      </Box>
      {!isLocked && !isFull && (
        <NewVertex
          label={t(isCircle ? 'fenceEditor.vertices.centre' : 'fenceEditor.vertices.new')}
          // A finished shape gets another corner at its end as well.
          onAdd={(place) => dispatch({ type: 'insert', at: total, place })}
          onFirst={(place) => dispatch({ type: 'add', place })}
          isFirst={isCircle}
        />
      )}
    </Box>
  )
}

interface NewVertexProps {
  label: string
  isFirst: boolean
  onAdd: (place: { latitude: number; longitude: number }) => void
  onFirst: (place: { latitude: number; longitude: number }) => void
}

function NewVertex({ label, isFirst, onAdd, onFirst }: NewVertexProps) {
  const { t } = useText()
  const [text, setText] = useState('')
  const [isWrong, setWrong] = useState(false)
  const add = () => {
    const place = readCoordinates(text)
    setWrong(place === null)
    if (place === null) return
    setText('')
    if (isFirst) onFirst(place)
    else onAdd(place)
  }
  return (
    <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: '8px' }}>
      <TextField
        size="small"
        label={label}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          setWrong(false)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // The form is not sent.
          event.preventDefault()
          add()
        }}
        error={isWrong}
        helperText={isWrong ? t('fenceEditor.vertices.wrong') : t('fenceEditor.vertices.hint')}
        slotProps={{ htmlInput: { autoComplete: 'off' } }}
        sx={{ flex: 1 }}
      />
      <Button startIcon={<AddRounded />} onClick={add} sx={{ minHeight: 40 }}>
        {t('fenceEditor.vertices.add')}
      </Button>
    </Box>
  )
}
