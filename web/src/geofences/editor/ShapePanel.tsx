import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { fenceKinds } from '@rumbo/contract/geofences.shapes.contract'
import { formatNumber } from '@rumbo/i18n/formats'
import { useId, useRef, useState } from 'react'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { wantedLegs } from './draft-path.rules.ts'
import { lengthOf } from './driven-path.rules.ts'
import { FromAddress } from './FromAddress.tsx'
import { FromHistory } from './FromHistory.tsx'
import { MetresField } from './MetresField.tsx'
import { ModeChoice } from './ModeChoice.tsx'
import { PasteShape } from './PasteShape.tsx'
import { type DraftAction, type DraftState, type ShapeKind, shapeOf } from './shape-draft.rules.ts'
import type { ShapeProblem } from './shape-problems.rules.ts'
import { useProblemText } from './use-problem-text.ts'
import { VertexTable } from './VertexTable.tsx'

interface ShapePanelProps {
  state: DraftState
  problem: ShapeProblem | null
  /** Shows what is wrong even while the shape is being begun. */
  wasSent: boolean
  /** Why the shape cannot be changed, empty while that is not known yet; null: it can. */
  lockedReason: string | null
  dispatch: (action: DraftAction) => void
}

const sources = ['paste', 'address', 'history'] as const

/** Everything of the shape as fields: the same as the map does, with numbers. */
export function ShapePanel({ state, problem, wasSent, lockedReason, dispatch }: ShapePanelProps) {
  const { t } = useText()
  const problemText = useProblemText()
  const { draft } = state
  const { kind, vertices, isClosed, radiusMetres } = draft
  const isLocked = lockedReason !== null
  const isBegun = vertices.length > 0 && (isClosed || kind === 'circle')
  const isShown = problem !== null && (wasSent || isBegun || problem.sides !== undefined)
  const words = isShown ? problemText(problem) : null
  const fieldError = (field: ShapeProblem['field']) =>
    problem?.field === field && words !== null ? words : undefined
  return (
    <Box sx={{ display: 'grid', gap: '16px', minWidth: 0 }}>
      {lockedReason && <Alert severity="info">{lockedReason}</Alert>}
      {!isLocked && (
        <>
          <KindChoice value={kind} onChange={(next) => dispatch({ type: 'kind', kind: next })} />
          <Sources state={state} dispatch={dispatch} />
        </>
      )}
      <Box role="alert" sx={{ '&:empty': { display: 'none' } }}>
        {words !== null && problem?.field === undefined && (
          <Alert severity="error" role="presentation">
            {words}
          </Alert>
        )}
      </Box>
      {kind === 'circle' && (
        <MetresField
          label={t('fenceEditor.radius')}
          value={radiusMetres}
          error={fieldError('radius')}
          onChange={(metres) => dispatch({ type: 'radius', metres, gesture: 'radius' })}
        />
      )}
      {kind === 'route' && <RouteFields state={state} error={fieldError('half_width')} dispatch={dispatch} />}
      <VertexTable state={state} isLocked={isLocked} dispatch={dispatch} />
    </Box>
  )
}

function KindChoice({ value, onChange }: { value: ShapeKind; onChange: (kind: ShapeKind) => void }) {
  const { t } = useText()
  return (
    <ToggleButtonGroup
      exclusive
      fullWidth
      size="small"
      value={value}
      aria-label={t('fenceEditor.kind')}
      onChange={(_, kind: ShapeKind | null) => kind !== null && onChange(kind)}
    >
      {fenceKinds.map((kind) => (
        <ToggleButton key={kind} value={kind}>
          {t(`fenceEditor.kind.${kind}`)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}

type Source = (typeof sources)[number]

/** What a shape can be made of instead of drawing it. */
function Sources({ state, dispatch }: Pick<ShapePanelProps, 'state' | 'dispatch'>) {
  const { t } = useText()
  const labelId = useId()
  const [source, setSource] = useState<Source | null>(null)
  const choice = useRef<HTMLDivElement>(null)
  const close = () => {
    // The button that used the source disappears with it.
    choice.current?.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus()
    setSource(null)
  }
  return (
    <Box sx={{ display: 'grid', gap: '12px' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '6px 10px' }}>
        <Box id={labelId} sx={{ typography: 'body2', color: token('textSoft') }}>
          {t('fenceEditor.from.label')}
        </Box>
        <ToggleButtonGroup
          ref={choice}
          exclusive
          size="small"
          value={source}
          aria-labelledby={labelId}
          onChange={(_, next: Source | null) => setSource(next)}
        >
          {sources.map((one) => (
            <ToggleButton key={one} value={one}>
              {t(`fenceEditor.from.${one}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </Box>
      {source === 'paste' && <PasteShape draft={state.draft} dispatch={dispatch} onUsed={close} />}
      {source === 'address' && <FromAddress dispatch={dispatch} onUsed={close} />}
      {source === 'history' && <FromHistory draft={state.draft} dispatch={dispatch} onUsed={close} />}
    </Box>
  )
}

interface RouteFieldsProps {
  state: DraftState
  error: string | undefined
  dispatch: (action: DraftAction) => void
}

function RouteFields({ state, error, dispatch }: RouteFieldsProps) {
  const { t, language } = useText()
  const { draft } = state
  const { halfWidthMetres, isSnapping, vertices, mode } = draft
  const shape = shapeOf(draft)
  const straight = vertices.filter(({ road }) => road === 'none').length
  const isPending = wantedLegs(vertices).length > 0
  const hasOldLegs = isSnapping && vertices.slice(1).some(({ road }) => road === undefined)
  const note = isPending
    ? t('fenceEditor.snapping.pending')
    : straight > 0
      ? t('fenceEditor.snapping.none', { count: straight })
      : hasOldLegs
        ? t('fenceEditor.snapping.long')
        : t('fenceEditor.snapping.hint')
  return (
    <>
      <Box>
        <FormControlLabel
          control={
            <Switch checked={isSnapping} onChange={(_, isOn) => dispatch({ type: 'snapping', isOn })} />
          }
          label={t('fenceEditor.snapping')}
        />
        <Box role="status" sx={{ typography: 'body2', color: token('textSoft') }}>
          {note}
        </Box>
      </Box>
      <MetresField
        label={t('fenceEditor.halfWidth')}
        value={halfWidthMetres}
        error={error}
        hint={
          halfWidthMetres > 0
            ? t('fenceEditor.halfWidth.hint', { width: formatNumber(language, 2 * halfWidthMetres) })
            : undefined
        }
        onChange={(metres) => dispatch({ type: 'half_width', metres, gesture: 'half_width' })}
      />
      {shape?.kind === 'route' && (
        <Box sx={{ typography: 'body2' }}>
          {t('fenceEditor.length', { km: formatNumber(language, lengthOf(shape.path) / 1000, 2) })}
        </Box>
      )}
      <ModeChoice value={mode} onChange={(next) => dispatch({ type: 'mode', mode: next })} />
    </>
  )
}
