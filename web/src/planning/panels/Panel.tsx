import CloseRounded from '@mui/icons-material/CloseRounded'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { type ReactNode, useId } from 'react'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { usePanelClosing } from '../use-panel-closing.ts'

interface PanelProps {
  title: string
  onClose: () => void
  /** Stays in view below what scrolls. */
  foot?: ReactNode
  children: ReactNode
}

/** A panel beside the map, with its own heading. */
export function Panel({ title, onClose, foot, children }: PanelProps) {
  const { t } = useText()
  const titleId = useId()
  const { close, onKeyDown } = usePanelClosing(onClose)
  return (
    <Box
      component="section"
      aria-labelledby={titleId}
      onKeyDown={onKeyDown}
      sx={{ display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', p: '10px 8px 6px 16px' }}>
        <Box component="h2" id={titleId} sx={{ typography: 'h2', m: 0, flex: 1 }}>
          {title}
        </Box>
        <IconButton size="small" aria-label={t('ui.close')} onClick={close}>
          <CloseRounded fontSize="small" />
        </IconButton>
      </Box>
      <Box sx={{ flex: 1, minHeight: 0, overflowY: 'auto', p: '6px 16px 16px' }}>{children}</Box>
      {foot && <Box sx={{ p: '10px 16px', borderTop: `1px solid ${token('line')}` }}>{foot}</Box>}
    </Box>
  )
}
