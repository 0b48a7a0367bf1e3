import type { ui as es } from '../es/ui.ts'

export const ui = {
  back: 'Back',
  call: 'Call {{name}}: {{phone}}',
  cancel: 'Cancel',
  clear: 'Clear',
  close: 'Close',
  next: 'Next',
  retry: 'Retry',
  save: 'Save',
  write: 'Email {{name}}: {{email}}',

  'age.never': 'no report',

  'confirm.typeName': 'Type {{name}} to confirm',

  'conflict.title': 'Somebody else changed this record',
  'conflict.text': '{{person}} changed it {{age}}. Choose what stays.',
  'conflict.someone': 'Somebody else',
  'conflict.field': 'Field',
  'conflict.mine': 'Yours',
  'conflict.theirs': 'Saved',
  'conflict.keepMine': 'Save mine',
  'conflict.takeTheirs': 'Use the saved one',

  'date.invalid': 'Type a valid date',
  'date.tooEarly': 'The date is earlier than allowed',
  'date.tooLate': 'The date is later than allowed',

  'discard.title': 'Leave without saving?',
  'discard.text': 'What you entered here is lost.',
  'discard.leave': 'Leave without saving',
  'discard.stay': 'Go on editing',

  'error.title': 'Failed to load',
  'error.text': 'The server did not answer or failed. Please try again.',

  'filters.label': 'Filters',
  'filters.set': 'Filters ({{count}})',

  'live.delayed': 'Delayed',
  'live.live': 'Live',
  'live.offline': 'Offline',
  'live.paused': 'Paused',

  loading: 'Loading',
  optional: 'optional',

  'search.label': 'Search',
  'search.clear': 'Clear search',

  'stepper.done': '{{label}}, step done',
  'stepper.step': 'Step {{step}} of {{total}}: {{label}}',

  'table.empty': 'No results',
  'table.pageSize': 'Rows per page',
  'table.range': '{{from}} to {{to}} of {{total}}',
  'table.rangeBound': '{{from}} to {{to}} of more than {{total}}',
  'table.previous': 'Previous page',
  'table.next': 'Next page',
  'table.rowMenu': 'Actions for {{name}}',
  'table.selectAll': 'Select every row of the page',
  'table.selectRow': 'Select {{name}}',
  'table.sortBy': 'Sort by',
  'table.order': 'Sort order',
  'table.ascending': 'Ascending',
  'table.descending': 'Descending',

  'toasts.region': 'Notices',
  'toasts.dismiss': 'Dismiss notice',
  'toasts.error': 'Error',
  'toasts.info': 'Information',
  'toasts.success': 'Done',
  'toasts.warning': 'Warning',
} as const satisfies Record<keyof typeof es, string>
