import DeleteSweepOutlined from '@mui/icons-material/DeleteSweepOutlined'
import DoneAllRounded from '@mui/icons-material/DoneAllRounded'
import EditOutlined from '@mui/icons-material/EditOutlined'
import PanToolOutlined from '@mui/icons-material/PanToolOutlined'
import RedoRounded from '@mui/icons-material/RedoRounded'
import UndoRounded from '@mui/icons-material/UndoRounded'
import Box from '@mui/material/Box'
import { MapControl } from '../../map/MapControls.tsx'
import { floatingLook } from '../../ui/card-look.ts'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { canClose, type DraftAction, type DraftState } from './shape-draft.rules.ts'

interface DrawingToolsProps {
  state: DraftState
  isLocked: boolean
  isPanning: boolean
  /** There are vertices to snap to. */
  hasNeighbours: boolean
  dispatch: (action: DraftAction) => void
  onPanning: (isPanning: boolean) => void
}

/** Above the map: what to do next, and the buttons of drawing. */
export function DrawingTools(props: DrawingToolsProps) {
  const { state, isLocked, isPanning, hasNeighbours, dispatch, onPanning } = props
  const { t } = useText()
  const { draft, past, future } = state
  const { kind, vertices, isClosed } = draft
  const isDone = kind === 'circle' ? vertices.length > 0 : isClosed
  if (isLocked) return null
  return (
    <Box
      sx={{
        position: 'absolute',
        top: 12,
        left: 12,
        right: 12,
        display: 'flex',
        flexWrap: 'wrap',
        gap: '8px',
        alignItems: 'flex-start',
        pointerEvents: 'none',
        '& > *': { pointerEvents: 'auto' },
      }}
    >
      <Box sx={{ display: 'flex', gap: '6px' }} role="group" aria-label={t('fenceEditor.shape')}>
        <MapControl
          label={t('fenceEditor.undo')}
          isDisabled={past.length === 0}
          onClick={() => dispatch({ type: 'undo' })}
        >
          <UndoRounded />
        </MapControl>
        <MapControl
          label={t('fenceEditor.redo')}
          isDisabled={future.length === 0}
          onClick={() => dispatch({ type: 'redo' })}
        >
          <RedoRounded />
        </MapControl>
        {canClose(draft) && (
          <MapControl label={t('fenceEditor.close')} onClick={() => dispatch({ type: 'close' })}>
            <DoneAllRounded />
          </MapControl>
        )}
        {kind !== 'circle' && isClosed && (
          <MapControl label={t('fenceEditor.resume')} onClick={() => dispatch({ type: 'resume' })}>
            <EditOutlined />
          </MapControl>
        )}
        {kind === 'circle' && vertices.length === 0 && (
          <MapControl
            label={t('fenceEditor.map.pan')}
            isPressed={isPanning}
            onClick={() => onPanning(!isPanning)}
          >
            <PanToolOutlined />
          </MapControl>
        )}
        <MapControl
          label={t('fenceEditor.clear')}
          isDisabled={vertices.length === 0}
          onClick={() => dispatch({ type: 'clear' })}
        >
          <DeleteSweepOutlined />
        </MapControl>
      </Box>
      <Box
        sx={{ ...floatingLook, p: '7px 12px', typography: 'body2', color: token('textSoft'), maxWidth: 420 }}
      >
        {t(`fenceEditor.hint.${kind}${isDone ? 'Done' : ''}`)}
        {hasNeighbours && kind !== 'circle' && !isDone && ` ${t('fenceEditor.hint.snap')}`}
      </Box>
    </Box>
  )
}
