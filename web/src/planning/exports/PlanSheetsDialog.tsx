import PrintOutlined from '@mui/icons-material/PrintOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import GlobalStyles from '@mui/material/GlobalStyles'
import { useId } from 'react'
import { GuardedDialog } from '../../ui/dialogs/GuardedDialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { type PlanExportProps, routesWithStops } from './exported.ts'
import { RouteSheet } from './RouteSheet.tsx'

// Paper gets the sheets alone, each on pages of its own.
const onPaper = (
  <GlobalStyles
    styles={{
      '@page': { margin: '12mm' },
      '@media print': {
        'body > :not([data-sheets])': { display: 'none !important' },
        '[data-sheets] .MuiDialog-container': { display: 'block !important', height: 'auto !important' },
        '[data-sheets] .MuiDialog-paper': {
          display: 'block !important',
          margin: '0 !important',
          maxWidth: 'none !important',
          maxHeight: 'none !important',
        },
        '[data-sheets] .MuiBackdrop-root': { display: 'none !important' },
      },
    }}
  />
)

/** The sheets of routes as they are printed, one per route. */
export function PlanSheetsDialog({
  plan,
  status,
  isEstimate,
  onClose,
}: PlanExportProps & { onClose: () => void }) {
  const { t } = useText()
  const titleId = useId()
  return (
    <GuardedDialog
      isChanged={false}
      onClose={onClose}
      maxWidth="md"
      fullWidth
      aria-labelledby={titleId}
      data-sheets=""
    >
      {(leave) => (
        <>
          {onPaper}
          <DialogTitle id={titleId} sx={{ displayPrint: 'none' }}>
            {t('planningLive.sheet.title')}
          </DialogTitle>
          <DialogContent sx={{ '@media print': { overflow: 'visible', padding: 0 } }}>
            <Box sx={{ display: 'grid', gap: '24px', '@media print': { display: 'block' } }}>
              {routesWithStops(plan).map((route) => (
                <RouteSheet
                  key={route.vehicleId}
                  plan={plan}
                  route={route}
                  status={status}
                  isEstimate={isEstimate}
                />
              ))}
            </Box>
          </DialogContent>
          <DialogActions sx={{ displayPrint: 'none' }}>
            <Button onClick={leave}>{t('planningLive.sheet.close')}</Button>
            <Button variant="contained" startIcon={<PrintOutlined />} onClick={() => window.print()}>
              {t('planningLive.sheet.print')}
            </Button>
          </DialogActions>
        </>
      )}
    </GuardedDialog>
  )
}
