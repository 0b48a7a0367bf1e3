import ArrowDownwardRounded from '@mui/icons-material/ArrowDownwardRounded'
import ArrowUpwardRounded from '@mui/icons-material/ArrowUpwardRounded'
import DragIndicatorRounded from '@mui/icons-material/DragIndicatorRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import DialogContentText from '@mui/material/DialogContentText'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import { type Panel, type PanelSection, panelSections } from '@rumbo/contract/organisation.panels.contract'
import { useLayoutEffect, useRef, useState } from 'react'
import { FormDialog } from '../ui/dialogs/FormDialog.tsx'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { visuallyHidden } from '../ui/visually-hidden.ts'
import { inOrder, moved, panelOf } from './panel-layout.rules.ts'
import { sectionNames } from './section-names.ts'

interface ArrangeDialogProps {
  panel: Panel
  /** The sections available to the user here, shown or hidden. */
  available: ReadonlySet<PanelSection>
  isSaving: boolean
  onSave: (panel: Panel) => void
  onClose: () => void
}

/** Chooses which sections the panel shows and in what order: by buttons or by dragging. Mount it to open it. */
export function ArrangeDialog({ panel, available, isSaving, onSave, onClose }: ArrangeDialogProps) {
  const { t } = useText()
  const [initial] = useState<readonly PanelSection[]>(() => inOrder(panel.order, available))
  const [names, setNames] = useState(initial)
  const [hidden, setHidden] = useState<ReadonlySet<PanelSection>>(() => new Set(panel.hidden))
  const [announced, setAnnounced] = useState('')
  const [dragged, setDragged] = useState<PanelSection | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const focus = useRef<string | null>(null)
  // A button that moves with its row, or is disabled at the end of the list, loses the focus.
  useLayoutEffect(() => {
    const [name, way] = focus.current?.split(' ') ?? []
    focus.current = null
    const find = (one: string) =>
      list.current?.querySelector<HTMLElement>(`[data-move="${name} ${one}"]:not(:disabled)`)
    if (way !== undefined) (find(way) ?? find(way === 'up' ? 'down' : 'up'))?.focus()
  })
  const move = (name: PanelSection, way: 'up' | 'down') => {
    const next = moved(names, name, way === 'up' ? -1 : 1)
    focus.current = `${name} ${way}`
    setNames(next)
    setAnnounced(
      t('panel.arrange.moved', {
        name: t(sectionNames[name]),
        place: next.indexOf(name) + 1,
        total: next.length,
      }),
    )
  }
  const dragOver = (name: PanelSection) => {
    if (dragged === null || dragged === name) return
    setNames(moved(names, dragged, names.indexOf(name) - names.indexOf(dragged)))
  }
  const mover = (name: PanelSection, way: 'up' | 'down', isEnd: boolean) => (
    <IconButton
      data-move={`${name} ${way}`}
      disabled={isEnd}
      aria-label={t(`panel.arrange.${way}`, { name: t(sectionNames[name]) })}
      onClick={() => move(name, way)}
    >
      {way === 'up' ? <ArrowUpwardRounded fontSize="small" /> : <ArrowDownwardRounded fontSize="small" />}
    </IconButton>
  )
  return (
    <FormDialog
      title={t('panel.arrange.title')}
      submitLabel={t('panel.arrange.save')}
      isBusy={isSaving}
      isChanged={
        names.join() !== initial.join() || [...hidden].sort().join() !== [...panel.hidden].sort().join()
      }
      onSubmit={(event) => {
        event.preventDefault()
        onSave(panelOf(panel, names, hidden))
      }}
      onClose={onClose}
      extraAction={
        <Button
          sx={{ mr: 'auto' }}
          disabled={isSaving}
          onClick={() => {
            setNames(inOrder([], available))
            setHidden(new Set())
            setAnnounced(t('panel.arrange.restored'))
          }}
        >
          {t('panel.arrange.restore')}
        </Button>
      }
    >
      <DialogContentText sx={{ color: token('textSoft') }}>{t('panel.arrange.text')}</DialogContentText>
      <Box
        component="ul"
        ref={list}
        aria-label={t('panel.arrange.sections')}
        sx={{ listStyle: 'none', m: 0, p: 0 }}
      >
        {names.map((name, at) => (
          <Box
            component="li"
            key={name}
            draggable
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move'
              // Firefox starts no drag without data, and navigates to dropped data by default.
              event.dataTransfer.setData('text/plain', name)
              setDragged(name)
            }}
            onDragOver={(event) => {
              event.preventDefault()
              dragOver(name)
            }}
            onDrop={(event) => event.preventDefault()}
            onDragEnd={() => setDragged(null)}
            sx={{
              display: 'flex',
              alignItems: 'center',
              gap: '4px',
              minHeight: 48,
              cursor: 'grab',
              borderTop: `1px solid ${token('line')}`,
              backgroundColor: dragged === name ? token('primarySoft') : undefined,
            }}
          >
            <DragIndicatorRounded aria-hidden fontSize="small" sx={{ color: token('textFaint') }} />
            <FormControlLabel
              sx={{ flex: 1, minWidth: 0, m: 0 }}
              label={t(sectionNames[name])}
              control={
                <Checkbox
                  checked={!hidden.has(name)}
                  onChange={(_, isShown) =>
                    setHidden(
                      new Set(panelSections.filter((one) => (one === name ? !isShown : hidden.has(one)))),
                    )
                  }
                />
              }
            />
            {mover(name, 'up', at === 0)}
            {mover(name, 'down', at === names.length - 1)}
          </Box>
        ))}
      </Box>
      <span aria-live="polite" style={visuallyHidden}>
        {announced}
      </span>
    </FormDialog>
  )
}
