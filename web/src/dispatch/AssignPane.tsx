import Box from '@mui/material/Box'
import type { ComponentProps } from 'react'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { CandidatePanel } from './CandidatePanel.tsx'
import { DispatchMap } from './DispatchMap.tsx'

interface AssignPaneProps
  extends ComponentProps<typeof DispatchMap>,
    Omit<ComponentProps<typeof CandidatePanel>, 'service'> {
  hasMap: boolean
  mayDispatch: boolean
  /** Services wait, and none of them is chosen. */
  isUnchosen: boolean
}

/** The map, and below it the candidates of the chosen service, or how to choose one. */
export function AssignPane(props: AssignPaneProps) {
  const { service, candidates, vehicles, suggestions, hasMap, mayDispatch, isUnchosen, ...panel } = props
  const { t } = useText()
  const chosen = mayDispatch ? service : null
  const rows = isUnchosen ? 'minmax(0, 1fr) auto' : '1fr'
  const withPanel = hasMap && chosen !== null ? 'minmax(200px, 1.25fr) minmax(200px, 1fr)' : rows
  return (
    <Box sx={{ display: 'grid', gridTemplateRows: withPanel, minHeight: 0, height: '100%' }}>
      {(hasMap || chosen === null) && (
        <DispatchMap
          service={service}
          candidates={candidates}
          vehicles={vehicles}
          suggestions={suggestions}
        />
      )}
      {isUnchosen && (
        <Box sx={{ p: '14px', borderTop: `1px solid ${token('line')}`, color: token('textSoft') }}>
          {t('dispatch.assign.choose')}
        </Box>
      )}
      {chosen !== null && (
        <Box sx={{ minHeight: 0, borderTop: `1px solid ${token('line')}` }}>
          <CandidatePanel key={chosen.id} service={chosen} {...panel} />
        </Box>
      )}
    </Box>
  )
}
