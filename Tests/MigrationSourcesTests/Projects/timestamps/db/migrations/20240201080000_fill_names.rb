User.update_all(name: 'someone')
