-- v4 -> v5: For databases of a test version
UPDATE room SET topic = '';
