// Writes each changeset as one item of the changelog. The generators that Changesets brings put the hash of a commit before each item.
module.exports = {
  getReleaseLine: async ({ summary }) => `- ${summary.trim().replaceAll('\n', '\n  ')}`,
  getDependencyReleaseLine: async () => '',
}
