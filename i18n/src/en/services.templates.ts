/** Service templates of a customer. */
export const templates = {
  title: 'Templates',
  use: 'Use',
  useOf: 'Use the template {{name}}',
  save: 'Save as template',
  rename: 'Rename',
  delete: 'Delete template',
  name: 'Name',
  hint: 'Type, priority, notes and stops, for the next services of {{customer}}.',
  replaces: '{{customer}} already has a template with this name: it will be replaced.',
  replace: 'Replace',
  saved: 'Template “{{name}}” saved.',
  deleted: 'Template “{{name}}” deleted.',
  failed: 'The template could not be saved.',
  'delete.failed': 'The template could not be deleted.',
  'delete.title': 'Delete the template “{{name}}”',
  'delete.text': 'Services created with it are kept.',
} as const
